"""The shapes of other programs, and which results they are for."""

from mercalli.registry import Adapter

adapters = (
    Adapter("the original disaster evaluation", files={"evaluation": "mercalli.adapters.disaster:nine_files"}),
    Adapter(
        "FireBench",
        files={
            "fire": "mercalli.adapters.firebench:fire_files",
            "fire_case": "mercalli.adapters.firebench:case_files",
        },
    ),
    Adapter(
        "a hosted service",
        files={"training": "mercalli.adapters.service:service_files"},
        json={"training": "mercalli.adapters.service:service_json"},
    ),
)

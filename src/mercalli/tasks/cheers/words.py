"""Short words for sectors and runs."""

from __future__ import annotations

from mercalli.tasks.cheers.result import ACCURACY, COVERAGE, F1, HUMIMPACT
from mercalli.tasks.cheers.sectors import CHEERS

# How often each sector is named, in the order of their ids: health most, logistics least.
SECTOR_SHARES = (0.04, 0.06, 0.09, 0.14, 0.24, 0.12, 0.02, 0.05, 0.12, 0.04, 0.08)
SECTOR_WORDS = dict(
    zip(
        CHEERS,
        (
            "harvest crops seeds farmers livestock irrigation fertiliser planting pasture fields cereal herders",
            "coordination assessment response multi-sector displacement returns lockdown restrictions overview",
            "schools pupils teachers classrooms learning enrolment lessons exams dropouts curriculum textbooks remote",
            "food hunger rations meals prices wheat rice diet consumption stocks shortages famine",
            "hospital clinics patients cases vaccination cholera nurses doctors medicines testing deaths infections",
            "income jobs wages traders debts savings remittances unemployment markets labour businesses earnings",
            "roads fuel convoy trucks warehouse airport bridge transport supply corridors shipments port",
            "malnutrition wasting stunting breastfeeding supplements anaemia infants screening underweight",
            "violence abuse children protection trafficking marriage safety rights detention survivors mines legal",
            "shelter tents houses rent eviction roofs camps blankets overcrowding repairs tarpaulins flooding",
            "water latrines hygiene soap sanitation wells pumps handwashing sewage chlorine drinking wastewater",
        ),
        strict=True,
    )
)
NEED_WORDS = "people households families needs affected access lack increase crisis vulnerable reported severe women"
OTHER_WORDS = (
    "report page figure table annex data source email contact copyright photo methodology survey partners office "
    "update section chapter review meeting workshop agenda summary map website download version editor staff budget "
    "press release statement minister visit anniversary sports weather league festival concert"
)
LINKS = "the of in and to for with by on among during after across"
COUNTRIES = {
    "SYR": ("IMMAP/DFS Syria", 0.24),
    "BGD": ("IMMAP/DFS Bangladesh", 0.2),
    "NGA": ("IMMAP/DFS Nigeria", 0.17),
    "COL": ("IMMAP/DFS Colombia", 0.16),
    "COD": ("IMMAP/DFS RDC", 0.13),
    "BFA": ("IMMAP/DFS Burkina Faso", 0.1),
}
RELEVANT_SHARE = 0.145
WITHOUT_SECTOR = 0.08
SECTORS_EACH = (0.78, 0.17, 0.05)
FULL_STOPS = 0.01
STRAY_WORDS = 0.45
SHORT = {F1: "F1", ACCURACY: "accuracy", HUMIMPACT: "HumImpact", COVERAGE: "coverage"}


def short(metric: str) -> str:
    """A metric as a column is headed.

    >>> short("humimpact(reading='skip_empty')")
    'HumImpact'
    """
    return SHORT.get(metric.partition("(")[0], metric)

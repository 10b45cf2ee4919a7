"""Operation: whether a model in use still keeps its promises, with truths that come late and in part."""

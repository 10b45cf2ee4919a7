"""Label sets as statistics: counted where the rows are, added up and evaluated elsewhere."""

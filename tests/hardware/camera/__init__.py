"""The camera reader, tried on rendered trays."""

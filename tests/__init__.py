"""The tests: one file a subject; laws that hold for all games are written once and run on all."""

"""Slow and simple second opinions on dates and reminders, written from the domain handbook alone."""

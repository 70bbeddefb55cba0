"""Texts of Django and django-allauth that are shown here, named so that locale/ro has them.

Their own Romanian lacks these, misspells them or speaks to people formally.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

MONTHS = [
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
]

FORMS = [
    gettext_noop("Enter a valid email address."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
]

PASSWORDS = [
    gettext_noop("You must type the same password each time."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    gettext_noop("This password is too common."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
]

ADMINISTRATION = [
    gettext_noop("Breadcrumbs"),
    gettext_noop("Sidebar"),
    gettext_noop("Skip to main content"),
    gettext_noop("Toggle theme (current theme: auto)"),
    gettext_noop("Toggle theme (current theme: light)"),
    gettext_noop("Toggle theme (current theme: dark)"),
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
    gettext_noop("Start typing to filter…"),
    gettext_noop("Filter navigation items"),
    gettext_noop("Filter by %(field_name)s"),
    gettext_noop("Show counts"),
    gettext_noop("Hide counts"),
    gettext_noop("Search %(name)s"),
    gettext_noop("Pagination %(name)s"),
    gettext_noop("Pagination %(name)s entries"),
    ngettext_lazy("entry", "entries"),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("Select %s to view"),
    gettext_noop("Select all %(total_count)s %(module_name)s"),
    gettext_noop("Clear selection"),
    gettext_noop("- Select an option -"),
    gettext_noop("Run"),
    gettext_noop("View selected %(model)s"),
    gettext_noop("Save and continue editing"),
    gettext_noop("Added:"),
    gettext_noop("Changed:"),
    gettext_noop("Deleted:"),
    gettext_noop("Error:"),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below."),
    gettext_noop("This object doesn’t have a change history. It probably wasn’t added via this admin site."),
    gettext_noop("You don’t have permission to view or edit anything."),
    gettext_noop("Thanks for spending some quality time with the web site today."),
]

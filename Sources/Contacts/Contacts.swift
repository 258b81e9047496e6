// Contacts

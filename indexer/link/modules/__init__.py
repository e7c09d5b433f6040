"""Where an import leads, one resolver per ecosystem."""

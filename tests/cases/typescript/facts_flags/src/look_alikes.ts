class Button {
  isEnabled(name: string) {
    return name !== "";
  }

  variation(name: string) {
    return name;
  }
}

export function look(button: Button) {
  return button.isEnabled("save") && button.variation("dark");
}

"""How npm packages and TypeScript projects are laid out."""

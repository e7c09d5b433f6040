function build() {}
export = build;

class Legacy { run() {} }
export = Legacy;

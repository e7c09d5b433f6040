exports.close = function close() {};
exports.normal = normal;
function normal(name) { return name; }
function secret() {}

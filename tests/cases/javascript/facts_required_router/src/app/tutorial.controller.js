exports.create = (req, res) => {};

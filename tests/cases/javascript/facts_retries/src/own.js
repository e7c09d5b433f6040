exports.retry = (work) => work();

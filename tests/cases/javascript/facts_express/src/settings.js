exports.PREFIX = '/v1';

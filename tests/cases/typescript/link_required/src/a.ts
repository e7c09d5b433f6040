const cookie = require("cookie");
const own = require("./b");
const expect = require("chakram").expect;

cookie.parse(1);
own.run();
expect(1);

const express = require('express');
const helmet = require('helmet');
const { PREFIX } = require('./settings');
const users = require('./users');
const cache = new Map();

const app = express();
app.use(helmet());
app.use(express.json(), (req, res, next) => next());
app.use(`${PREFIX}/users`, guard, users);
app.use('/files', require('./files'));
require('./health')(app);

const routes = [{ path: '/admin', router: users }];
routes.forEach((each) => app.use(each.path, each.router));

app.all(['/a', '/b'], guard, wrap(list));
app.get('title');
app.get(/^\/old/, list);
cache.get('/users', list);

function guard(req, res, next) {}
function list(req, res) {}
function wrap(handler) { return handler; }

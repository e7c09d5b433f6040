const axios = require('axios');
const axiosRetry = require('axios-retry');
const cron = require('node-cron');
const pRetry = require('p-retry');
const winston = require('winston');
const { Worker } = require('bullmq');
const { program } = require('commander');
const log = require('./log');

const ROOT = 'https://example.org';
const client = axios.create({ baseURL: ROOT });
axiosRetry(client, { retries: 3 });

async function load(id) {
  log.info({ id }, `loading ${id}`);
  console.log('plain', id);
  console.warn(id);
  const answer = await client.get(`${ROOT}/orders/${id}`);
  await fetch(ROOT + '/ping', { method: 'POST' });
  await axios({ url: '/late', method: 'delete' });
  return pRetry(() => answer, { retries: 5, minTimeout: 100 });
}

function fail(code) {
  if (code === 1) throw new RangeError('too far');
  if (code === 2) throw load.missing(code);
  const error = new Error('by name');
  error.code = code;
  try {
    throw error;
  } catch (caught) {
    throw caught;
  }
}

const settings = new Map();
settings.get('/orders');
const toolbox = { error(text) {}, fetch(url) {} };
toolbox.error('no log');
toolbox.fetch('/no-request');

winston.error('%s failed', 'it');
Promise.reject(new TypeError('late'));
cron.schedule('*/5 * * * *', () => load(1));
new Worker('mails', async (job) => fail(job));
program.name('tool').command('sync <id>').action(load);

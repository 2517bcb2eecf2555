// Loads the application, turns events into bytes for it, patches the page with the HTML it answers and runs
// its effects. Nothing here knows what the application is about. The attributes it reads are in Docs/Page.md.
import { morph } from './morph.js';
import * as storage from './storage.js';
import * as tabs from './tabs.js';

const HTTP_MS_MAX = 30000, DROP_BYTES_MAX = 268435456, WINDOW_STEP_PX = 64, URL_MS = 60000, IS_HANDLED = 1, IS_SHOWN = 2;
const encoder = new TextEncoder(), decoder = new TextDecoder(), text = bytes => decoder.decode(bytes);
const html = document.documentElement, root = document.getElementById('app'), live = document.getElementById('live');
const bytesAt = (at, length) => new Uint8Array(wasm.memory.buffer, at, length);
const numbersAt = (at, count) => new Uint32Array(wasm.memory.buffer, at, count);
const parse = (at, length) => Number(text(bytesAt(at, length)));
const random = (at, length) => crypto.getRandomValues(bytesAt(at, length)), log = (at, length) => console.error(text(bytesAt(at, length)));
const waiting = [], timers = new Map(), place = () => location.hash || '#/';
let wasm, isBusy = false, picker, told = new Map(), frame = 0;

/** Sends an action and shows the outcome; true when the application handled the key. */
function send(kind, payload = '', isShown = true) {
  waiting.push([kind, payload, isShown]);
  if (isBusy) return false; // events that the morph or an effect causes wait
  isBusy = true;
  const flags = [];
  try { while (waiting.length) flags.push(step(...waiting.shift())); } catch (error) { return stop('crash', error); }
  isBusy = false;
  return (flags[0] & IS_HANDLED) !== 0;
}

function step(kind, payload, isShown) {
  const name = encoder.encode(kind), body = typeof payload === 'string' ? encoder.encode(payload) : payload;
  const inbox = bytesAt(wasm.inbox(name.length + body.length), name.length + body.length);
  inbox.set(name), inbox.set(body, name.length);
  const now = Date.now(), zone = -new Date(now).getTimezoneOffset(), seed = crypto.getRandomValues(new BigInt64Array(1))[0];
  const [page, length, records, size, flags] = numbersAt(wasm.step(name.length, body.length, now, zone, seed, isShown), 5);
  const wanted = decode(bytesAt(records, size).slice());
  if (flags & IS_SHOWN) show(page, length);
  for (const [kind, ...fields] of wanted) run(text(kind), fields);
  return flags;
}

function show(page, length) {
  if (!morph(root, text(bytesAt(page, length)))) morph(root, text(bytesAt(...numbersAt(wasm.whole(), 2))));
  for (const dialog of root.querySelectorAll('dialog'))
    if (dialog.hasAttribute('data-open') !== dialog.open) dialog.open ? dialog.close() : dialog.showModal();
  measure();
}

/** Effects are records of [count] fields, a field is [length][bytes]; numbers are 32 bits, little-endian. */
function decode(bytes) {
  const view = new DataView(bytes.buffer), records = [];
  let at = 0, length;
  const number = () => view.getUint32((at += 4) - 4, true), field = () => (length = number(), bytes.subarray(at, at += length));
  while (at < bytes.length) records.push(Array.from({ length: number() }, field));
  return records;
}

function stop(fault, error) {
  console.error(error);
  isBusy = root.hidden = true; // nothing is sent any more
  for (const dialog of root.querySelectorAll('dialog[open]')) dialog.close();
  const page = document.querySelector(`[data-fault="${fault}"]`);
  page.hidden = false, page.focus();
}

function run(kind, fields) {
  try { if (kind in raw) raw[kind](...fields); else effects[kind](...fields.map(text)); } catch (error) { console.error(kind, error); }
}

const raw = { // fields are bytes
  write(token, ...fields) {
    const operations = [], name = text(token);
    for (let i = 0; i < fields.length; i += 4) operations.push([...fields.slice(i, i + 3).map(text), fields[i + 3].slice()]);
    if (operations.some(([, store]) => store === 'segments') && !tabs.mayLead()) return;
    storage.write(operations).then(() => send(`wrote:${name}`), reason => send(`writeFailed:${name}`, reason));
  },
  async http(...fields) {
    const [token, method, path, type] = fields.slice(0, 4).map(text), signal = AbortSignal.timeout(HTTP_MS_MAX);
    const content = method === 'GET' ? {} : { headers: { 'Content-Type': type }, body: fields[4] };
    const answer = await fetch(path, { method, signal, cache: 'no-store', ...content }).catch(() => null);
    const body = await answer?.arrayBuffer().catch(() => null); // out of reach or cut off: status 0
    send(`http:${token}:${body ? answer.status : 0}`, new Uint8Array(body ?? []));
  },
  channel: bytes => tabs.post(bytes.slice()),
  download(name, type, bytes) {
    const href = URL.createObjectURL(new Blob([bytes], { type: text(type) }));
    Object.assign(document.createElement('a'), { href, download: text(name) }).click();
    setTimeout(() => URL.revokeObjectURL(href), URL_MS);
  },
};

const effects = { // fields are text
  load: () => storage.load((kind, bytes) => send(kind, bytes, false), failure => failure ? send('loaded.failed', failure) : send('loaded.done')),
  timer(id, ms) {
    clearTimeout(timers.get(id));
    if (ms >= 0) timers.set(id, setTimeout(() => send(`timer:${id}`), +ms));
  },
  focus: id => document.getElementById(id)?.focus(),
  announce(words) { // what lies outside an open dialog is not read out
    const region = [...root.querySelectorAll('dialog[open] [data-own="live"]')].pop() ?? live;
    region.textContent = region.textContent === words ? words + '\u00a0' : words;
  },
  title: words => { document.title = words; }, vibrate: ms => navigator.vibrate?.(+ms), reload: () => location.reload(),
  theme(name) {
    if (name === 'auto') delete html.dataset.theme; else html.dataset.theme = name;
    const paper = getComputedStyle(html).getPropertyValue('--bg');
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = name === 'auto' ? meta.dataset.auto : paper;
    localStorage.setItem('omena-theme', name);
  },
  scrollTop: y => scrollTo(0, +y),
  pickFile(token, accept, max) {
    picker = Object.assign(document.createElement('input'), { type: 'file', accept, onchange: ({ target }) => take(target.files[0], token, +max) });
    picker.click();
  },
  route(hash, how) {
    if (how === 'back' && history.state?.from === hash) return history.back();
    if (how === 'push') history.replaceState({ ...history.state, y: scrollY }, '');
    if (how === 'push') history.pushState({ from: place() }, '', hash); else history.replaceState(history.state, '', hash);
    send('route', hash);
  },
  askPersist: async () => send(`persistence:${await navigator.storage?.persist?.().catch(() => false) ? 'granted' : 'denied'}`),
};

async function take(file, token, max) {
  if (file?.size > max) return send(`fileTooLarge:${token}:${file.size}`);
  const bytes = await file?.arrayBuffer().catch(() => []); // moved or not ours to read: as an empty one
  if (file) send(`file:${token}:${file.name}`, new Uint8Array(bytes));
}

const modifiers = event => ['ctrl', 'shift', 'alt', 'meta'].map(name => event[`${name}Key`] ? name[0] : '').join('');
const WRITTEN = 'textarea,select,[contenteditable],input:not([type=checkbox],[type=radio],[type=button],[type=file],[type=range])';
const PRESSED = 'button,a[href],summary,input,[role=button],[role=menuitem],[role=option]';
const isSelecting = target => !target.closest(PRESSED) && getSelection().type === 'Range' && getSelection().containsNode(target, true);

function onEvent(event) {
  const type = event.type, element = event.target.closest(`[data-${type}]`), link = type === 'click' && event.target.closest('a[href^="#"]');
  if (link ? modifiers(event) : type === 'click' && isSelecting(event.target)) return; // a new tab, as everywhere; the end of a selection
  if (link || type === 'submit') event.preventDefault();
  const value = element?.type === 'checkbox' ? String(element.checked) : element?.value ?? '';
  if (element) send(element.getAttribute(`data-${type}`), { click: modifiers(event), submit: '' }[type] ?? value);
  else if (link) link.hash.startsWith('#/') ? effects.route(link.hash, 'push') : effects.focus(link.hash.slice(1));
}

function onKey(event) {
  if (event.isComposing || event.keyCode === 229) return; // the key belongs to an input method
  const keys = modifiers(event), isWritten = event.target.matches(WRITTEN);
  if (isWritten && event.key.length === 1 && !/[cm]/.test(keys)) return; // typing: `input` tells
  const where = isWritten ? 't' : event.target.matches(PRESSED) ? 'b' : '';
  if (send('key', `${event.key}|${keys}|${where}|${event.repeat ? 'r' : ''}`)) event.preventDefault();
}

/** A dialog never closes by itself: Esc and a press beside it ask the application. */
function onDialog(event) {
  const { target, type, clientX: x, clientY: y } = event, order = target.getAttribute?.('data-cancel'), box = target.getBoundingClientRect();
  if (target.localName !== 'dialog' || order === null || (type === 'close' && !target.hasAttribute('data-open'))) return;
  if (type === 'pointerdown' && x >= box.left && x < box.right && y >= box.top && y < box.bottom) return;
  event.preventDefault();
  send(order);
}

const onHold = ({ type, target }) => { const on = target.closest('[data-hold]'); if (on) send(`${on.dataset.hold}:${+/over|in$/.test(type)}`); };

function onDrag(event) {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault(); else return;
  if (event.type === 'drop') take(event.dataTransfer.files[0], 'drop', DROP_BYTES_MAX);
}

const onPop = () => { send('route', place()); if (history.state?.y !== undefined) scrollTo(0, history.state.y); };

/** Tells, once a frame, which part of each `data-window` list is to be seen. */
const measure = () => { frame ||= requestAnimationFrame(tell); };
function tell() {
  const before = told, size = `${innerHeight},${parseFloat(getComputedStyle(html).fontSize)}`;
  told = new Map(), frame = 0;
  for (const list of root.querySelectorAll('[data-window]')) {
    const id = list.dataset.window, offset = Math.max(0, Math.round(-list.getBoundingClientRect().top)), last = before.get(id);
    const isNew = last?.size !== size || Math.abs(last.offset - offset) >= WINDOW_STEP_PX;
    told.set(id, isNew ? { offset, size } : last);
    if (isNew) send(`window:${id}`, `${offset},${size}`);
  }
}

function listen() {
  for (const type of ['click', 'input', 'change', 'submit']) root.addEventListener(type, onEvent);
  for (const type of ['cancel', 'close', 'pointerdown']) root.addEventListener(type, onDialog, true);
  for (const type of ['dragover', 'drop']) addEventListener(type, onDrag);
  for (const type of ['online', 'offline', 'focus']) addEventListener(type, () => send(type));
  for (const [type, handler] of Object.entries({ keydown: onKey, popstate: onPop, resize: measure })) addEventListener(type, handler);
  document.addEventListener('scroll', measure, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => send(document.visibilityState));
  for (const type of ['pointerover', 'pointerout', 'focusin', 'focusout']) root.addEventListener(type, onHold);
  tabs.listen(bytes => send('channel', bytes)), history.scrollRestoration = 'manual';
}

async function start() {
  if ('started' in root.dataset) return;
  let refusal = root.dataset.started = '';
  const opening = storage.open(reason => send('storageUnavailable', reason)).catch(reason => { refusal = reason; });
  const lane = tabs.takeLane(), device = opening.then(() => storage.read('meta', 'device'));
  try {
    const source = await fetch(document.querySelector('link[as="fetch"]').href);
    if (!source.ok) throw new TypeError(`${source.url}: ${source.status}`);
    wasm = (await WebAssembly.instantiateStreaming(source, { host: { random, log, parse } })).instance.exports;
    wasm._initialize();
  } catch (error) { return stop(error instanceof TypeError ? 'unreachable' : 'unsupported', error); }
  const facts = { lane: await lane, device: text(await device ?? new Uint8Array()), hash: place(), online: navigator.onLine };
  listen();
  send('start', JSON.stringify({ ...facts, reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches }));
  if (refusal) send('storageUnavailable', refusal);
  tabs.lead(() => send('leader'));
}
start().catch(error => stop('crash', error));

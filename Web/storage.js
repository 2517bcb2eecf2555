// What the device keeps: one IndexedDB database, four stores of bytes under text keys.
const NAME = 'omena', VERSION = 1, OPEN_MS_MAX = 8000;
const STORES = { segments: 'segment', journal: 'journal', outbox: 'outbox', meta: 'meta' };
const nameOf = error => error?.name ?? 'UnknownError', refuse = event => event.preventDefault();
let database = null;

/** Opens the database; rejects with the reason. `lost` is told the reason when it goes away later. */
export const open = lost => new Promise((resolve, reject) => {
  let isLate = false;
  setTimeout(() => { isLate = true; reject({ name: 'TimeoutError' }); }, OPEN_MS_MAX);
  const lose = reason => { database?.close(); database = null; lost(reason); };
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => { for (const store in STORES) request.result.createObjectStore(store); };
  request.onerror = event => { refuse(event); reject(request.error); };
  request.onsuccess = () => {
    if (isLate) return request.result.close(); // the app goes on in memory, and must not write over what it has not read
    database = request.result;
    database.onversionchange = () => lose('VersionChange'); // a newer version waits for us
    database.onclose = () => lose('Closed');
    resolve();
  };
}).catch(error => { throw nameOf(error); });

/** One value, or null; never rejects. */
export const read = (store, key) => new Promise(resolve => {
  const request = database.transaction(store).objectStore(store).get(key);
  request.onsuccess = () => resolve(request.result ?? null);
  request.onerror = event => { refuse(event); resolve(null); };
}).catch(() => null);

/** Hands over every record, in the order of stores and keys: one consistent picture. `done` is told the first error. */
export function load(each, done) {
  let failure;
  const fail = event => { refuse(event); failure ??= nameOf(event.target.error); };
  try {
    const transaction = database.transaction(Object.keys(STORES));
    for (const store in STORES) {
      const records = transaction.objectStore(store);
      const get = key => Object.assign(records.get(key), // one by one: a segment is let go once it is taken over
        { onerror: fail, onsuccess: ({ target }) => each(`loaded.${STORES[store]}:${key}`, target.result) });
      Object.assign(records.getAllKeys(), { onerror: fail, onsuccess: ({ target }) => target.result.forEach(get) });
    }
    transaction.oncomplete = () => done(failure);
    transaction.onabort = () => done(failure ?? nameOf(transaction.error));
  } catch (error) { done(database ? nameOf(error) : 'UnavailableError'); }
}

/** Writes [op, store, key, bytes] in one transaction; rejects with the reason. What is written is on the disk. */
export const write = operations => new Promise((resolve, reject) => {
  const stores = [...new Set(operations.map(([, store]) => store))];
  const durability = stores.every(store => store === 'meta') ? 'relaxed' : 'strict';
  const transaction = database.transaction(stores, 'readwrite', { durability });
  for (const [op, store, key, bytes] of operations)
    op === 'put' ? transaction.objectStore(store).put(bytes, key) : transaction.objectStore(store).delete(key);
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error ?? { name: 'AbortError' });
}).catch(error => { throw database ? nameOf(error) : 'UnavailableError'; });

// The tabs of one browser: each holds a lane of its own, one leads. Web Locks do both and let go when a tab
// ends, however it ends. A page from another computer without TLS has no Web Locks: then the lane is drawn
// by lot, and the lead is a note in localStorage that its holder renews.
const LANES = 256, RENEW_MS = 1000, STALE_MS = 10000, LEADER = 'omena-leader';
const channel = new BroadcastChannel('omena'), self = crypto.getRandomValues(new Uint32Array(2)).join('-');
const forEver = new Promise(() => {});
let isLeasing = false;
export const post = bytes => channel.postMessage(bytes);
export const listen = heard => { channel.onmessage = ({ data }) => heard(data); };

/** A number that no other open tab has, for as long as this tab lives. */
export async function takeLane() {
  const hold = name => new Promise((resolve, reject) => navigator.locks.request(name, { ifAvailable: true },
    lock => { resolve(lock !== null); return lock && forEver; }).catch(reject));
  try { for (let lane = 0; lane < LANES; lane++) if (await hold(`omena-lane-${lane}`)) return lane; } catch { /* no locks */ }
  return crypto.getRandomValues(new Uint8Array(1))[0];
}

/** Calls `won` once, when no other tab leads any more. */
export function lead(won) {
  if (!navigator.locks) lease(won);
  else navigator.locks.request(LEADER, () => { won(); return forEver; }).catch(() => lease(won));
}

function lease(won) {
  const renew = () => {
    const { holder, time } = note();
    if (holder === self && !isLeasing) { isLeasing = true; won(); } // still ours a while after the claim
    if (mayLead() && (holder === self || !(Date.now() - time < STALE_MS))) keep(Date.now());
  };
  addEventListener('pagehide', () => { if (note().holder === self) keep(0); });
  setInterval(renew, RENEW_MS);
  renew();
}
function keep(time) { try { localStorage.setItem(LEADER, JSON.stringify({ holder: self, time })); } catch { /* see note */ } }
function note() { try { return JSON.parse(localStorage.getItem(LEADER)) ?? {}; } catch { return { holder: self }; } } // refused: alone

/** False, and the page starts anew, when another tab took the lead while this one was asleep. */
export const mayLead = () => !isLeasing || note().holder === self || location.reload();

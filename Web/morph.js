// Changes the live page into parsed HTML and keeps the elements it can: their focus, selection, composition,
// scroll position and running animations. Siblings are matched by `data-key`, else `id`, else place;
// `<k- k="KEY">` stands for "the element with this key, as it is". The attributes are explained in Docs/Page.md.
const template = document.createElement('template');
const movesInPlace = 'moveBefore' in Element.prototype;
const isElement = node => node.nodeType === Node.ELEMENT_NODE;

/** False when a piece that should have been kept is not there: then the whole page is needed. */
export function morph(root, html) {
  template.innerHTML = html;
  children(root, template.content);
  return root.querySelector('k-') === null;
}

function keyOf(node) {
  if (!isElement(node)) return null;
  return node.localName === 'k-' ? node.getAttribute('k') : node.getAttribute('data-key') ?? (node.id || null);
}

function children(parent, wanted) {
  let current = parent.firstChild, keys, keyed;
  const isWanted = key => (keys ??= new Set(Array.from(wanted.children, keyOf))).has(key);
  const find = key => (keyed ??= new Map(Array.from(parent.children, child => [keyOf(child), child]))).get(key);
  for (let node = wanted.firstChild, next; node; node = next) {
    next = node.nextSibling;
    const key = keyOf(node);
    for (let k; current && (k = keyOf(current)) !== null && k !== key && !isWanted(k);) current = drop(current);
    const isHere = current && keyOf(current) === key && (key !== null || current.nodeName === node.nodeName);
    const old = isHere ? current : key !== null && find(key);
    if (!old || (old.localName !== node.localName && node.localName !== 'k-')) insert(parent, node, current);
    else {
      current = isHere ? current.nextSibling : move(parent, old, current);
      if (!isElement(node)) { if (old.data !== node.data) old.data = node.data; }
      else if (node.localName !== 'k-') element(old, node);
    }
  }
  while (current) current = drop(current);
}

function element(live, wanted) {
  const isBusy = live === document.activeElement && live.getAttribute('data-rev') === wanted.getAttribute('data-rev');
  const isOurs = name => name !== 'style' && !(name === 'value' && isBusy) // the browser opens and closes these two:
    && !(name === 'open' && (live.localName === 'dialog' || live.localName === 'details'));
  for (const { name, value } of wanted.attributes)
    if (isOurs(name) && live.getAttribute(name) !== value) live.setAttribute(name, value);
  for (const { name } of [...live.attributes]) if (isOurs(name) && !wanted.hasAttribute(name)) live.removeAttribute(name);
  if (live.localName !== 'textarea' && !live.hasAttribute('data-own')) children(live, wanted);
  setStyle(live);
  if (!isBusy) setValue(live);
}

function setStyle(live) { // a `style` attribute would need an unsafe policy
  const style = live.getAttribute('data-style') ?? '';
  if (style !== (live.shownStyle ?? '')) live.style.cssText = live.shownStyle = style;
}

function setValue(field) {
  const isInput = field.localName === 'input';
  if (isInput && /^(checkbox|radio)$/.test(field.type)) field.checked = field.hasAttribute('checked');
  else if ((isInput && field.type !== 'file') || /^(textarea|select)$/.test(field.localName)) {
    const value = field.getAttribute(isInput ? 'value' : 'data-value');
    if (value !== null && field.value !== value) field.value = value;
  }
}

function insert(parent, node, before) {
  parent.insertBefore(node, before);
  if (!isElement(node)) return;
  for (const fresh of [node, ...node.querySelectorAll('[data-style],[data-value]')]) { setStyle(fresh); setValue(fresh); }
}

/** The sibling to go on with. Without `moveBefore` a moved element loses the focus: then its siblings move. */
function move(parent, node, before) {
  if (movesInPlace) parent.moveBefore(node, before);
  else if (!node.contains(document.activeElement)) parent.insertBefore(node, before);
  else {
    for (let after; before && before !== node; before = after) { after = before.nextSibling; parent.append(before); }
    return node.nextSibling;
  }
  return before;
}

/** A dialog is closed before it goes: that gives the focus back to where it was. */
function drop(node) {
  const next = node.nextSibling;
  if (node.localName === 'dialog' && node.open) node.close();
  node.remove();
  return next;
}

"""Watches every frame that the page draws and tells which texts an eye could see in it, and
whether mirrored: opacity, visibility, clipping off the screen, and which way a face is turned."""

WATCH = r"""
texts => {
  const spot = () => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.data.trim();
      if (!wanted.has(text)) continue;
      const range = document.createRange();
      range.selectNode(node);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1 || box.bottom < 0 || box.right < 0
        || box.top > innerHeight || box.left > innerWidth) continue;
      const seen = look(node.parentElement);
      if (seen) found.push([text, seen]);
    }
    return found;
  };
  // null when hidden, else 'plain' or 'mirrored'.
  const look = element => {
    let matrix = new DOMMatrix(), opacity = 1, mirrored = false;
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.display === 'none') return null;
      if (e === element && style.visibility !== 'visible') return null;
      opacity *= +style.opacity;
      let own = new DOMMatrix();
      if (style.rotate !== 'none') own.multiplySelf(turn(style.rotate));
      if (style.transform !== 'none') own.multiplySelf(new DOMMatrix(style.transform));
      matrix = own.multiply(matrix);
      if (style.backfaceVisibility === 'hidden' && turnedAway(e)) return null;
      const parent = e.parentElement && getComputedStyle(e.parentElement);
      if (!parent || parent.transformStyle !== 'preserve-3d') {
        if (matrix.m11 < -0.001) mirrored = !mirrored;
        matrix = new DOMMatrix();
      }
    }
    if (opacity < 0.02) return null;
    return mirrored ? 'mirrored' : 'plain';
  };
  // Whether a face with a hidden back is turned away, in its own three-dimensional context.
  const turnedAway = face => {
    let matrix = new DOMMatrix();
    for (let e = face; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      let own = new DOMMatrix();
      if (style.rotate !== 'none') own.multiplySelf(turn(style.rotate));
      if (style.transform !== 'none') own.multiplySelf(new DOMMatrix(style.transform));
      matrix = own.multiply(matrix);
      const parent = e.parentElement;
      if (!parent || getComputedStyle(parent).transformStyle !== 'preserve-3d') break;
    }
    return matrix.m33 < 0;
  };
  const turn = text => {
    const part = text.split(' ');
    const angle = parseFloat(part[part.length - 1]);
    const axis = {x: [1, 0, 0], y: [0, 1, 0]}[part.length > 1 ? part[0] : ''] || [0, 0, 1];
    return part.length === 4
      ? new DOMMatrix().rotateAxisAngle(+part[0], +part[1], +part[2], angle)
      : new DOMMatrix().rotateAxisAngle(...axis, angle);
  };
  const wanted = new Set(texts);
  const watch = {frames: [], on: true};
  window.frameWatch = watch;
  const frame = time => {
    if (!watch.on) return;
    watch.frames.push({time, seen: spot()});
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
"""


class FrameWatch:
    """`with FrameWatch(page, texts) as watch:` act, then read `watch.frames`: a list of frames,
    each a list of (text, 'plain' or 'mirrored')."""

    def __init__(self, page, texts):
        self.page = page
        self.texts = list(texts)
        self.frames = []
        self.times = []

    def __enter__(self):
        self.page.evaluate(WATCH, self.texts)
        return self

    def __exit__(self, *_):
        frames = self.page.evaluate("() => { frameWatch.on = false; return frameWatch.frames; }")
        self.times = [frame["time"] for frame in frames]
        self.frames = [[tuple(seen) for seen in frame["seen"]] for frame in frames]

    def ever_seen(self):
        return {text for frame in self.frames for text, _ in frame}

    def ever_mirrored(self):
        return {text for frame in self.frames for text, how in frame if how == "mirrored"}

// What people do with the page: the mouse, keys, fingers.

const kSwipeTicks = 300;  // across the whole picture

// Buttons, keys, clicks and fingers, for the page.
function bindInputs(page) {
  const on = (id, act) => $(id).addEventListener('click', act);
  on('play', () => page.toggle());
  on('back', () => page.step(-1));
  on('forward', () => page.step(1));
  on('first', () => page.step(-Infinity));
  on('last', () => page.step(Infinity));
  on('slower', () => page.setSpeed(page.speed - 1));
  on('faster', () => page.setSpeed(page.speed + 1));
  on('highlight-back', () => page.toHighlight(-1));
  on('highlight-forward', () => page.toHighlight(1));
  on('shapes', () => page.toggleShapes());
  $('quality').addEventListener('change', event => page.chooseTier(Number(event.target.value)));
  on('sound', () => page.toggleSound());
  on('link', () => page.copyLink());
  on('still', () => page.saveStill());
  on('full', () => page.fullScreen());
  on('verdict', () => { if (page.verdict && !page.verdict.same) page.step(page.verdict.wrongUntil - page.tick); });
  $('tick').addEventListener('change', event => {
    const tick = Number.parseInt(event.target.value, 10);
    event.target.blur();
    if (Number.isFinite(tick)) page.step(tick - page.tick);
    else page.show();
  });
  on('finding', () => { if (page.found?.hasTick) page.step(page.found.tick - page.tick); });
  $('differing').addEventListener('change', () => page.showFields());
  $('path').addEventListener('input', () => page.choose($('path').value));
  $('view').addEventListener('click', event => {
    if (page.swiped) return void (page.swiped = false);
    const path = page.view.pick(event.clientX, event.clientY);
    if (path) page.choose(path);
    else page.toggle();
  });
  // A finger that moves across the picture seeks.
  $('view').addEventListener('pointerdown', event => { page.swiped = false; page.drag = event.pointerType === 'touch' ? { x: event.clientX, tick: page.tick } : null; });
  $('view').addEventListener('pointermove', event => {
    if (!page.drag) return;
    const share = (event.clientX - page.drag.x) / $('view').clientWidth;
    if (!page.swiped && Math.abs(share) < 0.03) return;
    page.swiped = true;
    page.pause();
    page.jump(page.drag.tick + Math.round(share * kSwipeTicks));
  });
  for (const end of ['pointerup', 'pointercancel']) {
    $('view').addEventListener(end, () => { if (page.drag && page.swiped) page.writeLink(); page.drag = null; });
  }
  $('timeline').addEventListener('pointerup', () => page.writeLink());
  window.addEventListener('hashchange', () => { if (page.about) { page.pause(); page.readLink(); } });
  window.addEventListener('resize', () => page.show());
  document.addEventListener('fullscreenchange', () => page.show());
  document.addEventListener('keydown', event => pressKey(page, event));
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', async event => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (!file) return;
    history.replaceState(null, '', '#');
    page.open(new Uint8Array(await file.arrayBuffer()), file.name, true);
  });
}

function pressKey(page, event) {
  if (['INPUT', 'SELECT'].includes(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = event.shiftKey ? 60 : 1;
  const act = {
    ' ': () => page.toggle(), ArrowLeft: () => page.step(-step), ArrowRight: () => page.step(step),
    Home: () => page.step(-Infinity), End: () => page.step(Infinity), '[': () => page.toHighlight(-1), ']': () => page.toHighlight(1),
    '-': () => page.setSpeed(page.speed - 1), '+': () => page.setSpeed(page.speed + 1), '=': () => page.setSpeed(page.speed + 1),
    h: () => page.toggleShapes(), m: () => page.toggleSound(), l: () => page.copyLink(), s: () => page.saveStill(), f: () => page.fullScreen(),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

// A stand-in for a path that loses packets beneath TCP: what a receiver of TCP sees of it. Each piece of at most 1 448 bytes
// takes `delay` ms each way. With `loss` in a hundred it is sent again: it comes a round trip and three pieces later, and all
// that follows waits for it, as TCP delivers in order. A piece that is lost with fewer than three after it within 200 ms comes
// with the timer instead. Congestion control, queues and rates are not modelled.
//   const relay = await tcpRelay({ to: 8080, delay: 50, loss: 2, seed: 1 }); relay.port; relay.lost; relay.close();
import net from 'node:net';

const kSegment = 1448, kDuplicates = 3, kTimerMs = 200;

export async function tcpRelay({ to, delay, loss, seed = 1 }) {
  let word = seed >>> 0;
  const random = () => (word = (Math.imul(word, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const relay = { lost: 0, passed: 0 };

  function pass(from, into) {
    const waiting = [];  // in order: { bytes, at: when it arrives, lostAt, after: pieces since }
    let timer, hasEnded = false;
    const deliver = () => {
      clearTimeout(timer);
      while (waiting.length > 0 && waiting[0].at <= performance.now()) into.write(waiting.shift().bytes);
      if (waiting.length > 0) timer = setTimeout(deliver, waiting[0].at - performance.now());
      else if (hasEnded) into.end();
    };
    from.on('data', data => {
      for (let i = 0; i < data.length; i += kSegment) {
        const now = performance.now(), piece = { bytes: data.subarray(i, i + kSegment), at: now + delay, after: 0 };
        ++relay.passed;
        for (const each of waiting) {
          if (each.lostAt === undefined || ++each.after < kDuplicates) continue;
          each.at = Math.min(each.at, now + 3 * delay);  // there, the acknowledgements back, and again
          each.lostAt = undefined;
        }
        while (random() * 100 < loss) {
          ++relay.lost;
          piece.lostAt = now;
          piece.at += kTimerMs + 2 * delay;  // unless three pieces follow
        }
        waiting.push(piece);
      }
      deliver();
    });
    from.on('end', () => setTimeout(() => { hasEnded = true; deliver(); }, delay));
    from.on('error', () => into.destroy());
  }

  const server = net.createServer(socket => {
    const out = net.connect(to, '127.0.0.1');
    for (const each of [socket, out]) each.setNoDelay(true);
    pass(socket, out);
    pass(out, socket);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return Object.assign(relay, { port: server.address().port, close: () => server.close() });
}

// The game's music. A worker with a module of its own synthesises and plays it, because a note takes longer than a frame;
// the page asks it for the next samples and hands them to WebAudio in time.

const kMusicBlock = 4800;  // frames: a tenth of a second
const kMusicAhead = 0.35;  // seconds that are handed over before they are heard
const kMusicVolume = 0.55;

const musicWorker = `
let wasm;
const prepare = () => { if (wasm._page_music_prepare()) setTimeout(prepare); };
onmessage = async ({ data }) => {
  if (data.binary) {
    wasm = await AlbireoModule({ wasmBinary: data.binary });
    postMessage({ ready: true });
    return;
  }
  const { song, tick, intensity, cracking, linked, lastLife, muffled, lost, quiet } = data.moment;
  const size = wasm.lengthBytesUTF8(song) + 1, at = wasm._malloc(size);
  wasm.stringToUTF8(song, at, size);
  wasm._page_music_follow(at, tick, intensity, cracking, linked, lastLife, muffled, lost, quiet, data.speed);
  wasm._free(at);
  if (!data.frames) return;
  const samples = new Float32Array(wasm.HEAPU8.buffer, wasm._page_music_render(data.frames, data.latency), 2 * data.frames).slice();
  postMessage({ samples }, [samples.buffer]);
  prepare();
};`;

class Music {
  // `glue`: the text of the module's script. `binary`: the module.
  constructor(module, glue, binary) {
    Object.assign(this, { module, glue, binary, on: true, next: 0, asked: false, level: 0 });
  }

  // Called within a click or a key, with a running AudioContext.
  begin(context) {
    if (this.worker || !window.Worker) return;
    this.context = context;
    this.volume = new GainNode(context, { gain: kMusicVolume });
    this.volume.connect(context.destination);
    try {
      this.worker = new Worker(URL.createObjectURL(new Blob([this.glue, musicWorker], { type: 'text/javascript' })));
    } catch {
      return;  // this browser allows none: the game has sounds, but no music
    }
    this.worker.onmessage = ({ data }) => {
      if (data.ready) this.isReady = true;
      else this.hear(data.samples);
    };
    this.worker.postMessage({ binary: this.binary });
  }

  // Once for each frame. `speed`: of the game's clock; 0 while nothing plays.
  follow(speed) {
    if (!this.isReady || this.asked) return;
    const ahead = this.next - this.context.currentTime;
    if (ahead > kMusicAhead) return;
    const moment = this.module.musicMoment();
    if (!this.on) moment.song = '';
    if (speed === 0) moment.muffled = true;
    this.asked = true;
    this.worker.postMessage({ moment, speed: speed === 0 ? 1 : speed, frames: kMusicBlock, latency: Math.max(0, ahead) });
  }

  hear(samples) {
    this.asked = false;
    const buffer = new AudioBuffer({ numberOfChannels: 2, length: kMusicBlock, sampleRate: kSampleRate });
    let peak = 0;
    for (const side of [0, 1]) {
      const channel = buffer.getChannelData(side);
      for (let i = 0; i < kMusicBlock; ++i) peak = Math.max(peak, Math.abs(channel[i] = samples[2 * i + side]));
    }
    this.level = peak;  // for tests
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.volume);
    this.next = Math.max(this.next, this.context.currentTime + 0.02);
    source.start(this.next);
    this.next += kMusicBlock / kSampleRate;
  }
}

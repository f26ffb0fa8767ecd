// The game's sounds by WebAudio, from the orders of web/module/sound.hpp. A browser lets a page be heard only after a click or
// a key, so everything begins with the first play.

const Order = { start: 0, adjust: 1, stop: 2 };
const kSampleRate = 48000;
const kOrderNumbers = 6;
const kVolume = 0.6;

class Sound {
  constructor(module) {
    Object.assign(this, { module, on: true, voices: null, made: [], sources: [], opened: 0 });
  }

  // Called within a click or a key.
  async begin() {
    if (!this.on) return;
    if (!this.context) {
      if (!window.AudioContext) return;
      this.context = new AudioContext({ latencyHint: 'interactive' });
      this.volume = new GainNode(this.context, { gain: kVolume });
      // Many explosions at once are loud, but do not crackle.
      this.volume.connect(new DynamicsCompressorNode(this.context, { threshold: -10, ratio: 8 })).connect(this.context.destination);
    }
    this.context.resume();
    this.silence();  // ticks that were stepped to are not heard later
    if (!this.voices) await this.prepare();
  }

  // A voice at a time, so that the page stays alive. Once made, they are the same for all games. Without WebAudio there are none.
  async prepare() {
    if (!window.AudioContext) return;
    const voices = this.voices = [], opened = this.opened;
    for (let voice = 0, count = this.module.soundVoices(); voice < count; ++voice) {
      if (this.made[voice]) {
        this.module.soundKnow(voice, this.made[voice].buffer.length);
      } else {
        const { samples, loops } = this.module.soundVoice(voice), buffer = new AudioBuffer({ length: samples.length, sampleRate: kSampleRate });
        buffer.copyToChannel(samples, 0);
        this.made[voice] = { buffer, loops };
        await rest();
        if (opened !== this.opened) return;
      }
      voices.push(this.made[voice]);
    }
    this.silence();
    this.isReady = true;
  }

  // Another recording comes.
  close() {
    ++this.opened;
    this.isReady = false;
    this.voices = null;
    this.silence();
  }

  // Nothing sounds, and nothing that has happened so far will.
  silence() {
    this.sources.forEach(source => source?.node.stop());
    this.sources = [];
    this.module.soundSilence();
  }

  // Nothing plays: what would sound on fades out.
  still() {
    this.playing = false;
    for (const ms of [0, 30, 60, 90, 120]) setTimeout(() => { if (!this.playing) this.follow(false); }, ms);
  }

  // Once for each frame.
  follow(playing) {
    this.playing = playing;
    if (!this.isReady || !this.on || !this.context) return;
    const orders = this.module.soundOrders(this.context.currentTime, playing);
    for (let at = 0; at < orders.length; at += kOrderNumbers) this.obey(...orders.subarray(at, at + kOrderNumbers));
  }

  obey(order, source, voice, gain, pan, pitch) {
    const { context, sources } = this;
    if (order === Order.start) {
      sources[source]?.node.stop();
      const { buffer, loops } = this.voices[voice];
      const node = new AudioBufferSourceNode(context, { buffer, loop: loops, playbackRate: pitch });
      const level = new GainNode(context, { gain }), place = new StereoPannerNode(context, { pan });
      node.connect(level).connect(place).connect(this.volume);
      node.start();
      sources[source] = { node, level, place };
    } else if (sources[source] && order === Order.adjust) {
      const { node, level, place } = sources[source];
      level.gain.setTargetAtTime(gain, context.currentTime, 0.01);
      place.pan.setTargetAtTime(pan, context.currentTime, 0.01);
      node.playbackRate.setTargetAtTime(pitch, context.currentTime, 0.01);
    } else if (sources[source]) {
      sources[source].node.stop();
      sources[source] = null;
    }
  }

  set(on) {
    this.on = on;
    if (!on) {
      this.silence();
      this.context?.suspend();
    } else {
      this.begin();
    }
  }
}

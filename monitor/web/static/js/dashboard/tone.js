/** A short, soft tone for tables whose alerts are announced. Browsers allow it after the first touch of the page. */

const HERTZ = [660, 880];
const STEP_S = 0.16;
let context = /** @type {AudioContext | null} */ (null);

export function tone() {
  const audio = (context ??= new AudioContext());
  const start = audio.currentTime;
  HERTZ.forEach((hertz, i) => {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.0001, start + i * STEP_S);
    gain.gain.exponentialRampToValueAtTime(0.25, start + i * STEP_S + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + (i + 1) * STEP_S);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start + i * STEP_S);
    oscillator.stop(start + (i + 1) * STEP_S);
  });
}

import { fork } from 'node:child_process'

// Starts a worker as main.ts does, then never exits by itself.
fork(new URL('../worker.ts', import.meta.url), { stdio: 'inherit' })
setInterval(() => undefined, 1_000)

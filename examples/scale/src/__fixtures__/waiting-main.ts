import { fork } from 'node:child_process'

// Starts a worker like main.ts, then never exits by itself.
fork(new URL('../worker.ts', import.meta.url), { stdio: 'inherit' })
setInterval(() => undefined, 1_000)

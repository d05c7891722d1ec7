import { fork, spawn } from 'node:child_process'

// Starts the waiting program and never exits by itself.
const program = new URL('waiting-program.ts', import.meta.url)
if (process.argv[2] === 'channel') fork(program)
else spawn(process.execPath, [...process.execArgv, program.pathname], { stdio: ['pipe', 'inherit', 'inherit'] })
setInterval(() => undefined, 1_000)

import { endWithParent } from '../end-with-parent.js'

// A program that would wait for ever. It says its id, so that it can be looked for.
endWithParent()
setInterval(() => undefined, 1_000)
process.stdout.write(`${process.pid}\n`)

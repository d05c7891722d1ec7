import { endWithParent } from '../end-with-parent.js'

// A program that never exits by itself. It prints its process id.
endWithParent()
setInterval(() => undefined, 1_000)
process.stdout.write(`${process.pid}\n`)

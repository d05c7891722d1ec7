import { endWithParent } from '../end-with-parent.js'

// Prints its process id and never exits by itself.
endWithParent()
setInterval(() => undefined, 1_000)
process.stdout.write(`${process.pid}\n`)

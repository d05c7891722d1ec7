/**
 * Ends this program as soon as whoever started it is gone, be it killed: what a run of tests has started must not outlive
 * it, least of all one that waits for a server which is gone too. To be called before anything is waited for.
 *
 * The program has a channel to its parent (`fork`), or a pipe as its input; neither keeps it going.
 */
export function endWithParent(): void {
  if (process.send !== undefined) {
    if (!process.connected) process.exit()
    process.once('disconnect', () => process.exit())
    return
  }
  process.stdin.once('end', () => process.exit())
  process.stdin.once('error', () => process.exit())
  process.stdin.resume()
  process.stdin.unref()
}

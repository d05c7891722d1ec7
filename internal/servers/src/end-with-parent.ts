/**
 * Ends this program when its parent ends or is killed. Programs of a test run must not outlive it, even while they
 * wait for a server that has ended. Call it before any wait.
 * The program detects the end through the channel to its parent (`fork`) or through its standard input. Neither keeps
 * the program running.
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

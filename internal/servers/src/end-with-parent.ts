/**
 * Ends this program when its parent exits or is killed. Programs of a test run must not outlive
 * it, even while they wait for a server. Call this function before any wait.
 *
 * The program detects the exit through the IPC channel to its parent (`fork`) or through its
 * standard input. Neither prevents the program from exiting.
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

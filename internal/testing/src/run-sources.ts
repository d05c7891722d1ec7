/** Arguments with which Node runs our TypeScript sources as they are, in a process or a thread of its own. */
export const RUN_SOURCES: readonly string[] = [
  '--conditions=@social/source',
  '--import',
  new URL('./register-source.mjs', import.meta.url).href,
]

/** Arguments with which Node runs the TypeScript sources without a build, in another process or thread. */
export const RUN_SOURCES: readonly string[] = [
  '--conditions=@social/source',
  '--import',
  new URL('./register-source.mjs', import.meta.url).href,
]

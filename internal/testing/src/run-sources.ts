/** Node arguments for a process or thread that runs the TypeScript sources without a build. */
export const RUN_SOURCES: readonly string[] = [
  '--conditions=@social/source',
  '--import',
  new URL('./register-source.mjs', import.meta.url).href,
]

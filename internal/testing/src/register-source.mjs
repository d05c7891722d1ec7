// Lets Node run the TypeScript sources without a build: `node --conditions=@social/source --import
// <this file> script.ts`. The compiler requires imports such as "./x.js". Node removes the types
// but does not resolve `.js` to `.ts`, so this file does.
import { flushCompileCache, registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    try {
      return nextResolve(specifier, context)
    } catch (error) {
      if (!specifier.startsWith('.') || !specifier.endsWith('.js')) throw error
      return nextResolve(`${specifier.slice(0, -3)}.ts`, context)
    }
  },
})

// With NODE_COMPILE_CACHE set, Node writes its compile cache only at exit. Many test processes are
// killed, so this timer writes the cache earlier.
setTimeout(() => flushCompileCache(), 1000).unref()

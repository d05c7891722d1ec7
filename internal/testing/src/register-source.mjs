// Lets Node run the TypeScript sources without a build: `node --conditions=@social/source --import <this file>
// script.ts`. Sources import "./x.js" because the compiler requires it. Node strips the types but does not map `.js`
// to `.ts`.
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

// With NODE_COMPILE_CACHE set, Node writes its compile cache at exit. Many test processes are killed before that.
setTimeout(() => flushCompileCache(), 1000).unref()

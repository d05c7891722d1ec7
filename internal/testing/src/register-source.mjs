// Lets Node run our TypeScript sources as they are: `node --conditions=@social/source --import <this file> script.ts`.
// Sources import "./x.js", as the compiler wants it; Node strips the types itself but looks for the file by that name.
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

// With NODE_COMPILE_CACHE set, Node writes its compile cache at exit. Many of our processes are killed before.
setTimeout(() => flushCompileCache(), 1000).unref()

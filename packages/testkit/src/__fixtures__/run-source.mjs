// Node loader hooks: resolve imports that end in ".js" to TypeScript sources, and log every loaded
// module.
import { existsSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const loaded = []

registerHooks({
  resolve(specifier, context, next) {
    const isRelative = /^\.{1,2}\//.test(specifier) && specifier.endsWith('.js') && context.parentURL
    const source = isRelative && new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
    return next(source && existsSync(fileURLToPath(source)) ? source.href : specifier, context)
  },
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

process.on('exit', () => {
  if (process.env.LOADED_FILE) writeFileSync(process.env.LOADED_FILE, JSON.stringify(loaded))
})

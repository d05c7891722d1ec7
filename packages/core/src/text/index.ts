export { countGraphemes, measureText, type SharedTextCount } from './measure.js'

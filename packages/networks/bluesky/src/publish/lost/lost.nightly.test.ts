// All cases of the tables, of which `npm test` runs a sample.
import './lost.over-http.test.js'

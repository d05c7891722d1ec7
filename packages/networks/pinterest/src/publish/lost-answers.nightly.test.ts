// All cases of the tables, of which `npm test` runs a sample.
import './lost-answers.over-http.test.js'

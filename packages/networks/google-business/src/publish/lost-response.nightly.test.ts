// All cases of the tables, of which `npm test` runs a sample.
import './lost-response.over-http.test.js'

import fc from 'fast-check'

// Property tests look elsewhere at every run on a developer's machine; where a change is judged they look at the same
// places, so that a red run is about the change.
if (process.env.CI === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 })

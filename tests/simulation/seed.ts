/** The seed of a simulation: SIMULATION_SEED to repeat a run, else a random one. Failures print it. */
export function simulationSeed(): number {
  return process.env.SIMULATION_SEED
    ? Number(process.env.SIMULATION_SEED)
    : Math.trunc(Math.random() * 2 ** 31)
}

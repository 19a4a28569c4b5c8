/**
 * The seed of a simulation: SIMULATION_SEED to repeat one, else a new one. It is printed with whatever goes
 * wrong.
 */
export function simulationSeed(): number {
  return process.env.SIMULATION_SEED
    ? Number(process.env.SIMULATION_SEED)
    : Math.trunc(Math.random() * 2 ** 31)
}

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A Slurm of one node for tests, on loopback only: Debian 12's slurm-wlm and munge, as root, without systemd and cgroups.
#
# usage: slurm_one_node.sh start | stop | wait JOB[,JOB...]
#
# All that it writes is in the directory $SLURM_ONE_NODE, which is root's own; clients need SLURM_CONF=$SLURM_ONE_NODE/slurm.conf. Two at
# a time need other ports: CTLD_PORT, SLURMD_PORT.
set -euo pipefail
place=${SLURM_ONE_NODE:?an empty directory}
ctld_port=${CTLD_PORT:-46817}
slurmd_port=${SLURMD_PORT:-46818}
node=bnode0
host=$(hostname -s)
export SLURM_CONF=$place/slurm.conf

alive() { # a zombie, which nobody reaps in a container, is dead
  local state
  state=$(awk '{print $3}' "/proc/$1/stat" 2>/dev/null) && [ "$state" != Z ]
}

end() { # of the process in this file
  [ -s "$1" ] || return 0
  local pid
  pid=$(cat "$1")
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    alive "$pid" || return 0
    sleep 0.05
  done
  kill -9 "$pid" 2>/dev/null || true
}

start() {
  mkdir -p "$place"/munge "$place"/state "$place"/spool "$place"/log
  chmod 0755 "$place" "$place/munge"
  chmod 0700 "$place/state"
  install -m 0600 /dev/null "$place/munge/key"
  head -c 1024 /dev/urandom >"$place/munge/key"
  munged --force --num-threads=2 --key-file="$place/munge/key" --socket="$place/munge/socket" \
    --pid-file="$place/munge/pid" --log-file="$place/munge/log" --seed-file="$place/munge/seed"
  # More processors than there are, so that a small array starts at once.
  cat >"$SLURM_CONF" <<CONF
ClusterName=bcheck
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$ctld_port
SlurmdPort=$slurmd_port
AuthType=auth/munge
AuthInfo=socket=$place/munge/socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/log/slurmctld.log
SlurmdLogFile=$place/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=1,sched_interval=1,default_queue_depth=1000
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MinJobAge=300
KillWait=2
SlurmdParameters=config_overrides
NodeName=$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$slurmd_port CPUs=16 RealMemory=1024 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
  slurmctld -c -f "$SLURM_CONF"
  slurmd -c -f "$SLURM_CONF" -N "$node"
  for _ in $(seq 100); do
    [ "$(sinfo -h -o '%T' 2>/dev/null)" = idle ] && return 0
    sleep 0.1
  done
  echo "Slurm did not come up" >&2
  tail -n 20 "$place"/log/*.log >&2
  return 1
}

stop() { # in this order, or one waits for another
  scancel --user=root 2>/dev/null || true
  for _ in $(seq 100); do
    [ -z "$(squeue -h 2>/dev/null)" ] && break
    sleep 0.1
  done
  end "$place/slurmd.pid"
  end "$place/slurmctld.pid"
  end "$place/munge/pid"
}

# `sbatch --wait` asks at ever longer intervals.
wait_for() {
  for _ in $(seq 400); do
    [ -z "$(squeue -h -r -j "$1" 2>/dev/null)" ] && return 0
    sleep 0.1
  done
  return 1
}

case "${1-}" in
  start) start ;;
  stop) stop ;;
  wait) wait_for "$2" ;;
  *)
    echo "usage: slurm_one_node.sh start | stop | wait JOB" >&2
    exit 2
    ;;
esac

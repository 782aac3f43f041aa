#!/bin/sh
set -e
CUDA=12.1
conda create -y -n demo python=3.11
conda install -y -n demo pytorch=2.3.1 pytorch-cuda=$CUDA -c pytorch -c nvidia
